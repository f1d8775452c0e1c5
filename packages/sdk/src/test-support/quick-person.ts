/** Takes steps faster than React shows transitions (navigations): it draws each step in a microtask. */
export async function quickly(...steps: (() => void)[]): Promise<void> {
  for (const step of steps) {
    step()
    await Promise.resolve()
  }
}

/** Types into a field without waiting for React, as `fireEvent` would. */
export function typeNow(field: HTMLElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
