import { QueryClientProvider } from '@mms/sdk'
import {
  connectNotify,
  createBrowserRouter,
  createQueryClient,
  finishLogouts,
  followStoreTimeZone,
  forgetOnChangeOfUser,
  keepSending,
  keepSessionAlive,
  RouterProvider,
  recoverWithConnection,
  session,
} from '@mms/sdk/host'
import { setTimeZone, toast, UiProvider } from '@mms/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followDevelopment } from './areas/development.ts'
import { writePersonCookie } from './areas/person-cookie.ts'
import { prepareAddress } from './areas/prepare-address.ts'
import { forgetOldRegistry } from './areas/registry.ts'
import { showShopName } from './layout/shop-name.ts'
import { noteCaughtError } from './notes/notes.ts'
import { keepForOffline } from './offline/keep-for-offline.ts'
import { reportPages } from './page-reports/report-pages.ts'
import { routes } from './routes.tsx'

const queryClient = createQueryClient()
const router = createBrowserRouter(routes)

function App() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
  return (
    <UiProvider nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  )
}

export function startShell(): void {
  connectNotify(({ kind, text, detail, action }) => toast[kind](text, detail, action))
  followStoreTimeZone(setTimeZone)
  keepSessionAlive()
  showShopName()
  writePersonCookie()
  void prepareAddress().catch(() => {
    // Ignore it here: the failed part reports and shows the error.
  })
  session.subscribe((state, before) => {
    if (before.user?.id !== state.user?.id) writePersonCookie()
    if (before.token === null && state.token !== null) forgetOldRegistry()
    if (before.user?.id !== state.user?.id) toast.dropActions()
  })
  followDevelopment()
  finishLogouts()
  keepSending()
  forgetOnChangeOfUser(queryClient)
  recoverWithConnection(queryClient)
  keepForOffline()
  reportPages()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  createRoot(root, { onCaughtError: noteCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
