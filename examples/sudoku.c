/* Solves a 9x9 Sudoku a line on standard input:
 *
 *     cc -O2 -o sudoku examples/sudoku.c
 *     unitdoku check --solver "./sudoku:stream"
 *
 * Each line is answered with one line: the grid, with `# unique` behind it where there is no other one, or UNSAT.
 * Depth-first search, in the cell with the fewest values left. */

#include <stdio.h>
#include <string.h>

enum { CELLS = 81, ALL = 0x1ff };

static int grid[CELLS];
static int used[27]; /* the values in each row, column and block, a bit for each */
static int found;
static char first[CELLS + 1];

static int row(int cell) { return cell / 9; }
static int column(int cell) { return 9 + cell % 9; }
static int block(int cell) { return 18 + cell / 27 * 3 + cell % 9 / 3; }
static int taken(int cell) { return used[row(cell)] | used[column(cell)] | used[block(cell)]; }

/* Puts a value into the units of a cell, or takes it out again. */
static void flip(int cell, int bit) {
    used[row(cell)] ^= bit;
    used[column(cell)] ^= bit;
    used[block(cell)] ^= bit;
}

static int count(int set) {
    int values = 0;
    for (; set; set &= set - 1) values++;
    return values;
}

/* Counts the first two solutions, and keeps the first. */
static void search(void) {
    int best = -1, fewest = 10, left = 0;
    for (int cell = 0; cell < CELLS && fewest > 1; cell++) {
        if (grid[cell]) continue;
        int free = ALL & ~taken(cell), values = count(free);
        if (values < fewest) best = cell, fewest = values, left = free;
    }
    if (best < 0) {
        if (!found++)
            for (int cell = 0; cell < CELLS; cell++) first[cell] = (char)('0' + grid[cell]);
        return;
    }
    for (int value = 1; value <= 9 && found < 2; value++) {
        int bit = 1 << (value - 1);
        if (!(left & bit)) continue;
        grid[best] = value;
        flip(best, bit);
        search();
        flip(best, bit);
    }
    grid[best] = 0;
}

/* Sets the givens; returns 0 where two of them clash. */
static int read_givens(const char *line) {
    memset(used, 0, sizeof used);
    for (int cell = 0; cell < CELLS; cell++) {
        int value = line[cell] >= '1' && line[cell] <= '9' ? line[cell] - '0' : 0;
        grid[cell] = value;
        if (value && taken(cell) >> (value - 1) & 1) return 0;
        if (value) flip(cell, 1 << (value - 1));
    }
    return 1;
}

int main(void) {
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        found = 0;
        if (strlen(line) != CELLS)
            printf("error: %zu characters, not 81\n", strlen(line));
        else if (read_givens(line) && (search(), found))
            printf("%s%s\n", first, found == 1 ? " # unique" : "");
        else
            puts("UNSAT");
        fflush(stdout); /* or the answer stays in this process */
    }
    return 0;
}
