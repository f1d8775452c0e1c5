import type { SignInSettings } from '@mms/contracts'
import { failureTitle, Link, notify, reasonText, useMutation } from '@mms/sdk'
import { Alert, Card, CheckboxField, Stack, TextLink } from '@mms/ui'
import { saveSignInSettings, useFreshSecondSteps, useSignInSettings } from './api.ts'

/** Whether administrators may sign in by the password alone. */
export function RequirementPanel() {
  const { data: settings } = useSignInSettings()
  return settings ? (
    <Card title="Signing in" mt="6">
      <Requirement settings={settings} />
    </Card>
  ) : null
}

function Requirement({ settings }: { settings: SignInSettings }) {
  const refresh = useFreshSecondSteps()
  const { mutate, error, isPending } = useMutation({
    mutationFn: saveSignInSettings,
    onSuccess: () => notify.success('Saved'),
    onSettled: refresh,
  })
  const save = (administratorsNeedSecondStep: boolean) =>
    mutate({ ...settings, administratorsNeedSecondStep })
  return (
    <Stack gap="3">
      {error ? (
        <Alert status="error" title={failureTitle(error, 'Failed to save')}>
          {reasonText(error)}{' '}
          <TextLink asChild>
            <Link to="/account">Account</Link>
          </TextLink>
        </Alert>
      ) : null}
      <CheckboxField
        label="Administrators need a second step"
        hint="An administrator without one sets it up at the next sign-in; sessions without one end within minutes."
        checked={settings.administratorsNeedSecondStep}
        disabled={isPending}
        onChange={(event) => save(event.target.checked)}
      />
    </Stack>
  )
}
