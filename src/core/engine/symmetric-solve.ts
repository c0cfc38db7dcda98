/** Solves systems with one symmetric positive definite matrix of fixed size, by Cholesky, without allocating. */
export class SymmetricSolver {
  readonly #size: number;
  readonly #factor: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#factor = new Float64Array(size * size);
  }

  /**
   * Factors `matrix` (row by row; only its lower triangle is read) with `ridge` added to its diagonal. Throws a
   * RangeError when the sum is not positive definite, which a positive ridge on a sum of squares always is.
   */
  factor(matrix: Float64Array, ridge: number): void {
    const size = this.#size;
    const lower = this.#factor;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column <= row; column += 1) {
        let sum = (matrix[row * size + column] as number) + (row === column ? ridge : 0);
        for (let k = 0; k < column; k += 1)
          sum -= (lower[row * size + k] as number) * (lower[column * size + k] as number);
        if (row !== column) {
          lower[row * size + column] = sum / (lower[column * size + column] as number);
        } else {
          if (!(sum > 0)) throw new RangeError(`the matrix is not positive definite at row ${row}`);
          lower[row * size + row] = Math.sqrt(sum);
        }
      }
    }
  }

  /** Writes into `out` what the factored matrix turns into `right`. `out` and `right` may be the same array. */
  solve(right: Float64Array, out: Float64Array): void {
    this.#forward(right, out);
    const size = this.#size;
    const lower = this.#factor;
    for (let row = size - 1; row >= 0; row -= 1) {
      let sum = out[row] as number;
      for (let k = row + 1; k < size; k += 1) sum -= (lower[k * size + row] as number) * (out[k] as number);
      out[row] = sum / (lower[row * size + row] as number);
    }
  }

  #forward(right: Float64Array, out: Float64Array): void {
    const size = this.#size;
    const lower = this.#factor;
    for (let row = 0; row < size; row += 1) {
      let sum = right[row] as number;
      for (let k = 0; k < row; k += 1) sum -= (lower[row * size + k] as number) * (out[k] as number);
      out[row] = sum / (lower[row * size + row] as number);
    }
  }
}

/** Adds `weight` times the outer product of `v` with itself to the lower triangle of `matrix`. */
export function addOuterProduct(matrix: Float64Array, v: Float64Array, weight: number): void {
  const size = v.length;
  for (let row = 0; row < size; row += 1) {
    const scaled = (v[row] as number) * weight;
    const start = row * size;
    for (let column = 0; column <= row; column += 1)
      matrix[start + column] = (matrix[start + column] as number) + scaled * (v[column] as number);
  }
}
