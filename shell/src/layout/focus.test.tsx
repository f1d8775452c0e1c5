import { useLocation } from '@mms/sdk'
import { createMemoryRouter, RouterProvider } from '@mms/sdk/host'
import { Menu, UiProvider } from '@mms/ui'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useFocusOnNavigation, useKeepFocus } from './focus.ts'

interface Props {
  hasRow?: boolean
  isBusy?: boolean
}

/** A page with a list that can have the focus itself, as `useFocusOnNewRows` makes it, and a form beside it. */
function Page({ hasRow = true, isBusy = false }: Props) {
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

/** A mutation observer hears of what was drawn in a microtask of its own. */
const drawn = () => Promise.resolve()

/** What a browser does with a control that has the focus and is disabled; jsdom leaves the focus there. */
function takeFocusFrom(element: HTMLElement): void {
  element.blur()
  expect(document.activeElement).toBe(document.body)
}

afterEach(cleanup)

it('goes to the part around what was removed that can have it', async () => {
  const { rerender } = render(<Page />)
  button('Undo').focus()
  rerender(<Page hasRow={false} />)
  await drawn()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List' }))
})

it('comes back to what was disabled as soon as it can be used again', async () => {
  const { rerender } = render(<Page />)
  button('Retry').focus()
  rerender(<Page isBusy />)
  takeFocusFrom(button('Retry'))
  await drawn()
  rerender(<Page />)
  await drawn()
  expect(document.activeElement).toBe(button('Retry'))
})

it('gives nothing back to who pressed beside everything: the focus was left, not lost', async () => {
  const { rerender } = render(<Page />)
  button('Retry').focus()
  button('Retry').blur()
  rerender(<Page hasRow={false} />)
  await drawn()
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

  it('takes the focus to a heading that comes late', async () => {
    await navigate()
    await letItCome()
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it('comes with the top of a new page, and with the place in the list after Back', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
    const router = await navigate()
    await letItCome()
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
