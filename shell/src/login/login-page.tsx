import {
  ApiError,
  Navigate,
  notify,
  PRODUCT,
  useLocation,
  useMutation,
  usePageTitle,
  useSession,
} from '@mms/sdk'
import { failureOf, usePlainForm } from '@mms/sdk/forms'
import { login } from '@mms/sdk/host'
import { Alert, Box, Button, Card, Center, Heading, PasswordField, Stack, Text, TextField } from '@mms/ui'
import { lazy, Suspense } from 'react'
import { BrandMark } from '../layout/brand.tsx'
import { readShopName } from '../layout/shop-name.ts'

const SecondStepForm = lazy(async () => ({
  default: (await import('../second-step/second-step-form.tsx')).SecondStepForm,
}))

const SingleSignOn = lazy(async () => ({
  default: (await import('../single-sign-on/single-sign-on.tsx')).SingleSignOn,
}))

function useDestination(): string {
  const { state, search } = useLocation() as { state: { from?: unknown } | null; search: string }
  if (typeof state?.from === 'string') return state.from
  // Another site may have made this link, so accept our own origin only. `URL` parses as browsers do.
  const { origin } = window.location
  const url = URL.parse(new URLSearchParams(search).get('to') ?? '', origin)
  const isOurs = url?.origin === origin && !url.pathname.startsWith('//')
  return isOurs ? `${url.pathname}${url.search}` : '/'
}

export function LoginPage() {
  usePageTitle('Login')
  const { token, endedBy } = useSession()
  const destination = useDestination()
  const shop = readShopName()
  if (token !== null) return <Navigate to={destination} replace />
  return (
    <Center py={{ base: '4', md: '12' }}>
      <Box width="full" maxW="md">
        <Stack align="center" textAlign="center" gap="3" mb="7">
          <BrandMark size="12" />
          {shop ? (
            <Text fontWeight="semibold" textStyle="lg" overflowWrap="anywhere">
              {shop}
            </Text>
          ) : null}
          <Heading as="h1" size={{ base: 'xl', sm: '2xl' }} tabIndex={-1} letterSpacing="tight">
            {PRODUCT}
          </Heading>
          <Text color="fg.muted">Sign in to manage medicines, stock and sales.</Text>
        </Stack>
        <Card boxShadow="sm" maxW="sm" mx="auto">
          {endedBy === 'elsewhere' ? (
            <Box mb="4">
              <Alert title="Your session has ended. Please sign in again." />
            </Box>
          ) : null}
          <LoginForm />
          <Suspense>
            <SingleSignOn to={destination} />
          </Suspense>
        </Card>
      </Box>
    </Center>
  )
}

function LoginForm() {
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => login(email, password),
    onSuccess: () => notify.success('Login successful'),
  })
  const { form, field, failure } = usePlainForm({
    initial: { email: '', password: '' },
    failure: error,
    send: (values) => mutate(values),
  })
  const asked = error instanceof ApiError ? error.problem?.secondStep : undefined
  if (asked) {
    return (
      <Suspense>
        <SecondStepForm asked={asked} onBack={reset} />
      </Suspense>
    )
  }
  return (
    <form {...form}>
      <Stack gap="5">
        {failure ? <LoginFailure error={failure} /> : null}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...field('email')}
        />
        <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
        <Button type="submit" size="lg" loading={isPending} loadingText="Logging in...">
          Login
        </Button>
      </Stack>
    </form>
  )
}

/** Show a connection error first, because the password may be right. */
function LoginFailure({ error }: { error: unknown }) {
  const { prefix, title, reason } = failureOf(error, 'Login failed. Please check your credentials.')
  const isUnanswered = error instanceof ApiError && error.status === 0
  return (
    <Alert status="error" prefix={prefix} title={isUnanswered && reason ? reason : title}>
      {isUnanswered ? title : reason}
    </Alert>
  )
}
