import { QueryClientProvider } from '@mms/sdk'
import { createBrowserRouter, createQueryClient, RouterProvider } from '@mms/sdk/host'
import { UiProvider } from '@mms/ui'
import { routes } from './routes.tsx'

export const queryClient = createQueryClient()
const router = createBrowserRouter(routes)

export function App() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
  return (
    <UiProvider nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  )
}
