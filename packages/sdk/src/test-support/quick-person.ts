/**
 * Does one thing after the other as a quick person on a slow machine does: each is drawn, but what React put off as a
 * transition (a navigation) has not been shown yet when the next one comes.
 */
export async function quickly(...steps: (() => void)[]): Promise<void> {
  for (const step of steps) {
    step()
    // React draws what a person did in a microtask, and a transition in a task of its own.
    await Promise.resolve()
  }
}

/** Types into a field without waiting for React, as `fireEvent` would. */
export function typeNow(field: HTMLElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
