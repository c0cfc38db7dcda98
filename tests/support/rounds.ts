/** How much a long test does: `few` in `npm test`, `all` in `npm run test:long`. */
export function rounds(few: number, all: number): number {
  return process.env['PIPCAST_LONG_TESTS'] === '1' ? all : few;
}
