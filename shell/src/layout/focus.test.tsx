import { useLocation } from '@mms/sdk'
import { createMemoryRouter, RouterProvider } from '@mms/sdk/host'
import { Menu, UiProvider } from '@mms/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useFocusOnNavigation, useKeepFocus } from './focus.ts'

/** A page with a list that can have the focus itself, as `useFocusOnNewRows` makes it, and a form beside it. */
function Page({ hasRow = true, isBusy = false }) {
  const main = useRef<HTMLElement>(null)
  useKeepFocus(main)
  return (
    <main ref={main} tabIndex={-1}>
      <section aria-label="List" tabIndex={-1}>
        {hasRow ? <button type="button">Undo</button> : null}
      </section>
      <button type="button" disabled={isBusy}>
        Retry
      </button>
      <input aria-label="Note" />
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

/** Renders the page with the focus on a button. The function that is returned draws it with other properties. */
function show(focused: string) {
  const { rerender } = render(<Page />)
  button(focused).focus()
  return (page: ReactElement) => {
    rerender(page)
    // A mutation observer hears of what was drawn in a microtask of its own.
    return Promise.resolve()
  }
}

it('goes to the part around what was removed that can have it', async () => {
  const draw = show('Undo')
  await draw(<Page hasRow={false} />)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List' }))
})

it('comes back to what was disabled as soon as it can be used again', async () => {
  const draw = show('Retry')
  const drawn = draw(<Page isBusy />)
  // As a browser does with a control that is disabled; jsdom leaves the focus there.
  button('Retry').blur()
  await drawn
  expect(document.activeElement).toBe(document.body)
  await draw(<Page />)
  expect(document.activeElement).toBe(button('Retry'))
})

it('gives nothing back to who pressed beside everything: the focus was left, not lost', async () => {
  const draw = show('Retry')
  button('Retry').blur()
  await draw(<Page hasRow={false} />)
  expect(document.activeElement).toBe(document.body)
})

describe('the focus of a new page', () => {
  /** A page whose heading comes when its code or data do, beside a menu that is there all the time. */
  function Layout() {
    const main = useRef<HTMLElement>(null)
    const [hasCome, setHasCome] = useState(false)
    const { pathname } = useLocation()
    useFocusOnNavigation(main)
    return (
      <>
        <Menu label="Administrator">
          <li>Logout</li>
        </Menu>
        <button type="button" onClick={() => setHasCome(true)}>
          Let it come
        </button>
        <main ref={main} tabIndex={-1}>
          {hasCome ? <h1 key={pathname}>Users</h1> : null}
        </main>
      </>
    )
  }

  async function navigate() {
    const router = createMemoryRouter([{ path: '*', element: <Layout /> }], { initialEntries: ['/'] })
    render(
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>,
    )
    await act(() => router.navigate('/users'))
    return router
  }

  const letItCome = () => act(async () => void fireEvent.click(screen.getByText('Let it come')))

  it('goes to a heading that comes late, with the top of the page, or the place in the list after Back', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
    const router = await navigate()
    await letItCome()
    expect(document.activeElement).toBe(screen.getByRole('heading'))
    vi.stubGlobal('scrollY', 800)
    fireEvent.scroll(window)
    await act(() => router.navigate('/users/1'))
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
    await act(() => router.navigate(-1))
    expect(scrollTo).toHaveBeenLastCalledWith(0, 800)
  })

  it('leaves a menu alone that was opened before the heading came', async () => {
    await navigate()
    const menu = screen.getByRole('button', { name: 'Administrator' })
    act(() => menu.focus())
    fireEvent.click(menu)
    await letItCome()
    expect(document.activeElement).toBe(menu)
    expect(menu.getAttribute('aria-expanded')).toBe('true')
  })
})
