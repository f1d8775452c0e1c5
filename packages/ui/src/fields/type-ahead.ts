/**
 * Does nothing. Serves release 0.1, whose areas call it.
 * @public
 */
export const typeAhead = {
  isHolding: () => false,
  hold(): void {},
  release(first: () => void): void {
    first()
  },
  cancel(): void {},
  enqueue(step: () => void): void {
    step()
  },
}
