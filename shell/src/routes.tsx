import { type ComponentType, lazy } from 'react'
import { AreaRoutes } from './areas/area-routes.tsx'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { AppLayout } from './layout/app-layout.tsx'
import { PageBoundary, SignedInLayout } from './layout/signed-in.tsx'
import { LoginPage } from './login/login-page.tsx'

function laterPage(path: string, load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }))
  return {
    path,
    element: (
      <PageBoundary>
        <Page />
      </PageBoundary>
    ),
  }
}

export const routes = [
  {
    element: <AppLayout />,
    children: [
      { path: '/login', element: <LoginPage /> },
      {
        element: <SignedInLayout />,
        children: [
          { path: '/', element: <DashboardPage /> },
          laterPage('/users', async () => (await import('./users/users-page.tsx')).UsersPage),
          laterPage('/users/history', async () => (await import('./users/history-page.tsx')).HistoryPage),
          laterPage('/account', async () => (await import('./account/account-page.tsx')).AccountPage),
          laterPage('/status', async () => (await import('./status/status-page.tsx')).StatusPage),
          { path: '*', element: <AreaRoutes /> },
        ],
      },
    ],
  },
]
