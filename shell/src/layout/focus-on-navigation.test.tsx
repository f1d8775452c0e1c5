import { createMemoryRouter, RouterProvider } from '@mms/sdk/host'
import { Menu, UiProvider } from '@mms/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { useFocusOnNavigation } from './focus-on-navigation.ts'

/** A page whose heading comes when its code or data do, beside a menu that is there all the time. */
function Layout() {
  const main = useRef<HTMLElement>(null)
  const [hasCome, setHasCome] = useState(false)
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
        {hasCome ? <h1>Users</h1> : null}
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
}

const letItCome = () => act(async () => void fireEvent.click(screen.getByText('Let it come')))

it('takes the focus to a heading that comes late', async () => {
  await navigate()
  await letItCome()
  expect(document.activeElement).toBe(screen.getByRole('heading'))
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

it('leaves a button alone that is being pressed when the heading comes', async () => {
  await navigate()
  const menu = screen.getByRole('button', { name: 'Administrator' })
  fireEvent.pointerDown(menu)
  act(() => menu.focus())
  await letItCome()
  expect(document.activeElement).toBe(menu)
  fireEvent.click(menu)
  expect(menu.getAttribute('aria-expanded')).toBe('true')
})

it('takes the focus from a button that only got it back', async () => {
  await navigate()
  act(() => screen.getByRole('button', { name: 'Administrator' }).focus())
  await letItCome()
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
