/** The rows of a table written as text: a line each, bars between the cells. An empty cell is an empty text. */
export function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
}
