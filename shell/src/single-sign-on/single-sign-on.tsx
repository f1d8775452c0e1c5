import { useSearchParams } from '@mms/sdk'
import { Alert, Stack, TextLink } from '@mms/ui'
import { signInProviderUrl, useSignInProvider, useSignInReturn } from './api.ts'

export function SingleSignOn({ to }: { to: string }) {
  const outcome = useSearchParams()[0].get('single-sign-on')
  const { data: name } = useSignInProvider()
  const { isError } = useSignInReturn(outcome === 'done' && typeof name === 'string')
  if (typeof name !== 'string') return null
  return (
    <Stack gap="4" mt="5" align="center">
      {isError || outcome === 'failed' ? (
        <Alert status="error" title={`You could not be signed in with ${name}.`}>
          Try again, or ask an administrator.
        </Alert>
      ) : null}
      <TextLink href={signInProviderUrl(to)} py="2">
        Sign in with {name}
      </TextLink>
    </Stack>
  )
}
