import type { Role } from '@mms/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '../queries/query-client.ts'
import { session } from '../session/session.ts'

interface PageOptions {
  /** Pattern of the page's route; any path by default. */
  route?: string
  /** Where the person is: `/medicines?filter=low-stock`. */
  at?: string | { pathname: string; state: unknown }
  /** What a page needs around it besides router and queries, such as the ui's provider. */
  wrap?: (page: ReactNode) => ReactNode
}

/** Renders a page inside a router and a query client. Returns what `render` does, the router and `location()`. */
export function renderPage(
  page: ReactElement,
  { route = '*', at = '/', wrap = (page) => page }: PageOptions = {},
) {
  const elsewhere = route === '*' ? [] : [{ path: '*', element: null }]
  const router = createMemoryRouter([{ path: route, element: page }, ...elsewhere], { initialEntries: [at] })
  const tree = (
    <QueryClientProvider client={createQueryClient()}>
      {wrap(<RouterProvider router={router} />)}
    </QueryClientProvider>
  )
  const location = () => `${router.state.location.pathname}${router.state.location.search}`
  return { ...render(tree), router, location }
}

/** Signs in a made-up person of that role for the test. */
export function signInAs(role: Role): void {
  const email = `${role}@example.com`
  session.start({ token: 'test-token', _id: `user-${role}`, name: `Test ${role}`, email, role })
}

/** Ends that session, as when it was ended in another tab. */
export function signOut(): void {
  session.end('elsewhere')
}
