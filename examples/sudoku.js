// Solves a 9x9 Sudoku a line on standard input: unitdoku check --solver "node examples/sudoku.js:stream"
//
// Each line is answered with one line: the grid, with `# unique` behind it where there is no other one, or UNSAT.
// Depth-first search, in the cell with the fewest values left.

"use strict";

const ALL = 0x1ff;
const UNITS = Array.from({ length: 81 }, (_, cell) => [
  Math.floor(cell / 9),
  9 + (cell % 9),
  18 + Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3),
]);

function count(set) {
  let values = 0;
  for (; set; set &= set - 1) values++;
  return values;
}

function solve(line) {
  if (line.length !== 81) return `error: ${line.length} characters, not 81`;
  const grid = Array.from(line, (sign) => (sign >= "1" && sign <= "9" ? Number(sign) : 0));
  const used = new Array(27).fill(0); // the values in each row, column and block, a bit for each
  const found = [];

  const free = (cell) => UNITS[cell].reduce((left, unit) => left & ~used[unit], ALL);

  // Puts a value into the units of a cell, or takes it out again.
  function flip(cell, value) {
    for (const unit of UNITS[cell]) used[unit] ^= 1 << (value - 1);
  }

  // Adds the first two solutions.
  function search() {
    let best = -1;
    let fewest = 10;
    for (let cell = 0; cell < 81 && fewest > 1; cell++) {
      const values = grid[cell] ? 10 : count(free(cell));
      if (values < fewest) [best, fewest] = [cell, values];
    }
    if (best < 0) {
      found.push(grid.join(""));
      return;
    }
    const left = free(best);
    for (let value = 1; value <= 9 && found.length < 2; value++) {
      if (!((left >> (value - 1)) & 1)) continue;
      grid[best] = value;
      flip(best, value);
      search();
      flip(best, value);
    }
    grid[best] = 0;
  }

  for (let cell = 0; cell < 81; cell++) {
    if (!grid[cell]) continue;
    if (!((free(cell) >> (grid[cell] - 1)) & 1)) return "UNSAT";
    flip(cell, grid[cell]);
  }
  search();
  if (!found.length) return "UNSAT";
  return found.length === 1 ? `${found[0]} # unique` : found[0];
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => process.stdout.write(solve(line.trim()) + "\n"));
