import { usePageTitle } from '@mms/sdk'
import { Card, PageHeader } from '@mms/ui'
import { PasswordForm } from './password-form.tsx'

export function FirstPasswordPage() {
  usePageTitle('Choose your password')
  return (
    <>
      <PageHeader
        title="Choose your password"
        text="Someone else set the password that you signed in with."
      />
      <Card maxW="lg">
        <PasswordForm />
      </Card>
    </>
  )
}
