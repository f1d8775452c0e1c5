/**
 * Keeps nothing any more: a picker asks instead of waiting. Serves release 0.1, whose areas call it; it goes with the next
 * release.
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
