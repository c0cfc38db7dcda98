/** How often a test of kills repeats itself: `few` times in `npm test`, `all` times in `npm run test:long`. */
export function rounds(few: number, all: number): number {
  return process.env['PIPCAST_LONG_TESTS'] === '1' ? all : few;
}
