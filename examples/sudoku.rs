//! Solves a 9x9 Sudoku a line on standard input:
//!
//!     rustc -O -o sudoku examples/sudoku.rs
//!     unitdoku check --solver "./sudoku:stream"
//!
//! Each line is answered with one line: the grid, with `# unique` behind it where there is no other one, or UNSAT.
//! Depth-first search, in the cell with the fewest values left.

use std::io::{self, BufRead, Write};

const ALL: u16 = 0x1ff;

struct Search {
    grid: [u8; 81],
    used: [u16; 27], // the values in each row, column and block, a bit for each
    found: Vec<String>,
}

fn units(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

impl Search {
    fn free(&self, cell: usize) -> u16 {
        units(cell).iter().fold(ALL, |free, &unit| free & !self.used[unit])
    }

    /// Puts a value into the units of a cell, or takes it out again.
    fn flip(&mut self, cell: usize, value: u8) {
        for unit in units(cell) {
            self.used[unit] ^= 1 << (value - 1);
        }
    }

    /// Adds the first two solutions.
    fn run(&mut self) {
        let open = (0..81).filter(|&cell| self.grid[cell] == 0);
        let Some(best) = open.min_by_key(|&cell| self.free(cell).count_ones()) else {
            self.found.push(self.grid.iter().map(|value| value.to_string()).collect());
            return;
        };
        let free = self.free(best);
        for value in (1..=9u8).filter(|value| free >> (value - 1) & 1 == 1) {
            if self.found.len() < 2 {
                self.grid[best] = value;
                self.flip(best, value);
                self.run();
                self.flip(best, value);
            }
        }
        self.grid[best] = 0;
    }
}

fn solve(line: &str) -> String {
    if line.len() != 81 {
        return format!("error: {} characters, not 81", line.len());
    }
    let mut search = Search { grid: [0; 81], used: [0; 27], found: Vec::new() };
    for (cell, sign) in line.bytes().enumerate().filter(|(_, sign)| (b'1'..=b'9').contains(sign)) {
        let value = sign - b'0';
        if search.free(cell) >> (value - 1) & 1 == 0 {
            return "UNSAT".to_string();
        }
        search.grid[cell] = value;
        search.flip(cell, value);
    }
    search.run();
    match search.found.as_slice() {
        [] => "UNSAT".to_string(),
        [only] => format!("{only} # unique"),
        [first, ..] => first.clone(),
    }
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let mut output = io::stdout().lock();
        writeln!(output, "{}", solve(line?.trim_end()))?;
        output.flush()?; // or the answer stays in this process
    }
    Ok(())
}
