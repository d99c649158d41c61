/* Backtracking over the cell with the fewest values. Reads 81 characters, prints a grid or "none". */
#include <stdio.h>
#include <string.h>

static int grid[81], row[9], column[9], block[9];

static int block_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static int free_values(int cell) {
    return 511 & ~(row[cell / 9] | column[cell % 9] | block[block_of(cell)]);
}

static void set(int cell, int bit) {
    row[cell / 9] ^= bit;
    column[cell % 9] ^= bit;
    block[block_of(cell)] ^= bit;
}

static int search(void) {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        if (grid[cell]) continue;
        int count = __builtin_popcount(free_values(cell));
        if (count < fewest) {
            fewest = count;
            best = cell;
        }
    }
    if (best < 0) return 1;
    for (int value = 1; value <= 9; value++) {
        int bit = 1 << (value - 1);
        if (!(free_values(best) & bit)) continue;
        grid[best] = value;
        set(best, bit);
        if (search()) return 1;
        set(best, bit);
        grid[best] = 0;
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count < 2 || strlen(arguments[1]) != 81) return 2;
    for (int cell = 0; cell < 81; cell++) {
        char sign = arguments[1][cell];
        if (sign < '1' || sign > '9') continue;
        int bit = 1 << (sign - '1');
        if (!(free_values(cell) & bit)) {
            puts("none");
            return 0;
        }
        grid[cell] = sign - '0';
        set(cell, bit);
    }
    if (!search()) {
        puts("none");
        return 0;
    }
    for (int cell = 0; cell < 81; cell++) putchar('0' + grid[cell]);
    putchar('\n');
    return 0;
}
