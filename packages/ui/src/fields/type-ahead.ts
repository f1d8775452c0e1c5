/**
 * Keeps nothing any more: a picker asks instead of waiting. Areas of the previous release call it; it goes with the next
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
