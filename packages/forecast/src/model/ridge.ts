/** Ridge regression for nested sets of columns: one Cholesky factorisation serves every number of Fourier pairs. */
export class NestedRidge {
  readonly size: number
  private readonly matrix: Float64Array
  private readonly right: Float64Array
  private readonly forward: Float64Array

  constructor(size: number) {
    this.size = size
    this.matrix = new Float64Array(size * size)
    this.right = new Float64Array(size)
    this.forward = new Float64Array(size)
  }

  clear(): void {
    this.matrix.fill(0)
    this.right.fill(0)
  }

  /** Copies the observations of another buffer of equal length. */
  copy(other: NestedRidge): void {
    this.matrix.set(other.matrix)
    this.right.set(other.right)
  }

  add(table: Float64Array, offset: number, target: number, weight: number): void {
    const { size, matrix, right } = this
    for (let i = 0; i < size; i++) {
      const x = weight * (table[offset + i] as number)
      right[i] = (right[i] as number) + x * target
      const row = i * size
      for (let j = 0; j <= i; j++) {
        matrix[row + j] = (matrix[row + j] as number) + x * (table[offset + j] as number)
      }
    }
  }

  /** Penalises all columns except the intercept. */
  factorise(penalty: number): void {
    const { size, matrix, right, forward } = this
    for (let i = 0; i < size; i++) {
      let z = right[i] as number
      for (let j = 0; j <= i; j++) {
        let sum = (matrix[i * size + j] as number) + (i === j && i > 0 ? penalty : 0)
        for (let k = 0; k < j; k++) sum -= (matrix[i * size + k] as number) * (matrix[j * size + k] as number)
        if (i === j) matrix[i * size + i] = Math.sqrt(Math.max(sum, 1e-9))
        else {
          matrix[i * size + j] = sum / (matrix[j * size + j] as number)
          z -= (matrix[i * size + j] as number) * (forward[j] as number)
        }
      }
      forward[i] = z / (matrix[i * size + i] as number)
    }
  }

  solve(count: number, out: Float64Array): void {
    const { size, matrix, forward } = this
    for (let i = count - 1; i >= 0; i--) {
      let sum = forward[i] as number
      for (let k = i + 1; k < count; k++) sum -= (matrix[k * size + i] as number) * (out[k] as number)
      out[i] = sum / (matrix[i * size + i] as number)
    }
  }
}
