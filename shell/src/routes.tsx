import { lazy } from 'react'
import { AreaRoutes } from './areas/area-routes.tsx'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { AppLayout } from './layout/app-layout.tsx'
import { PageBoundary } from './layout/page-boundary.tsx'
import { SignedIn } from './layout/signed-in.tsx'
import { LoginPage } from './login/login-page.tsx'

const UsersPage = lazy(() =>
  import('./users/users-page.tsx').then((module) => ({ default: module.UsersPage })),
)
const HistoryPage = lazy(() =>
  import('./users/history-page.tsx').then((module) => ({ default: module.HistoryPage })),
)
const AccountPage = lazy(() =>
  import('./account/account-page.tsx').then((module) => ({ default: module.AccountPage })),
)
const StatusPage = lazy(() =>
  import('./status/status-page.tsx').then((module) => ({ default: module.StatusPage })),
)

export const routes = [
  {
    element: <AppLayout />,
    children: [
      { path: '/login', element: <LoginPage /> },
      {
        element: <SignedIn />,
        children: [
          { path: '/', element: <DashboardPage /> },
          {
            path: '/users',
            element: (
              <PageBoundary>
                <UsersPage />
              </PageBoundary>
            ),
          },
          {
            path: '/users/history',
            element: (
              <PageBoundary>
                <HistoryPage />
              </PageBoundary>
            ),
          },
          {
            path: '/account',
            element: (
              <PageBoundary>
                <AccountPage />
              </PageBoundary>
            ),
          },
          {
            path: '/status',
            element: (
              <PageBoundary>
                <StatusPage />
              </PageBoundary>
            ),
          },
          { path: '*', element: <AreaRoutes /> },
        ],
      },
    ],
  },
]
