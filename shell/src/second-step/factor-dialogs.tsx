import type { NewApp, PasswordAndSecondStep, RecoveryCodes as Shown } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { createPasskey } from '@mms/sdk/second-step'
import { Button, Dialog, PasswordField, Text, TextField } from '@mms/ui'
import type { ComponentProps } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { proven } from '../forms/proof.ts'
import {
  beginAuthenticatorApp,
  beginPasskey,
  confirmAuthenticatorApp,
  confirmPasskey,
  removeFactor,
  renewRecoveryCodes,
} from './api.ts'
import { AuthenticatorAppFields, RecoveryCodes } from './set-up.tsx'

/** A change of the own second step, which the password proves. */
export interface FactorAction {
  title: string
  submitLabel: string
  text?: string
  run: (proof: PasswordAndSecondStep) => Promise<void>
}

interface DialogProps {
  onCodes: (codes: readonly string[]) => Promise<void>
  onClose: () => void
}

const CurrentPassword = (field: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField label="Current password" autoComplete="current-password" required {...field} />
)

interface Handlers extends Pick<DialogProps, 'onCodes'> {
  onApp: (app: NewApp) => void
}

export function actionsOf({ onApp, onCodes }: Handlers) {
  const setUpApp: FactorAction = {
    title: 'Set up an authenticator app',
    submitLabel: 'Next',
    run: async (proof) => onApp(await beginAuthenticatorApp(proof)),
  }
  const renewCodes: FactorAction = {
    title: 'New recovery codes',
    submitLabel: 'Show new codes',
    text: 'Your current codes stop working.',
    run: async (proof) => onCodes((await renewRecoveryCodes(proof)).recoveryCodes),
  }
  const remove = (factor: string, name: string): FactorAction => ({
    title: `Remove ${name}?`,
    submitLabel: 'Remove',
    text: 'You are no longer asked for it when you sign in.',
    async run(proof) {
      await removeFactor({ ...proof, factor })
      notify.success('Removed')
      await onCodes([])
    },
  })
  return { setUpApp, renewCodes, remove }
}

export function ProveDialog({ action, onClose }: { action: FactorAction; onClose: () => void }) {
  const { title, submitLabel, text, run } = action
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      initial={{ currentPassword: '' }}
      save={({ currentPassword }, secondStep) => run({ currentPassword, secondStep })}
      onSaved={() => {}}
      failureText="Failed to change the second step"
      onClose={onClose}
    >
      {(field) => (
        <>
          {text ? <Text>{text}</Text> : null}
          <CurrentPassword {...field('currentPassword')} />
        </>
      )}
    </FormDialog>
  )
}

async function finished(text: string, { recoveryCodes }: Shown, onCodes: DialogProps['onCodes']) {
  notify.success(text)
  await onCodes(recoveryCodes)
}

export function AppCodeDialog({ app, onCodes, onClose }: DialogProps & { app: NewApp }) {
  return (
    <FormDialog
      title="Set up an authenticator app"
      submitLabel="Set up"
      initial={{ code: '' }}
      save={({ code }) => confirmAuthenticatorApp({ challenge: app.challenge, code })}
      onSaved={(shown) => finished('Authenticator app set up', shown, onCodes)}
      failureText="Failed to set up the app"
      onClose={onClose}
    >
      {(field) => <AuthenticatorAppFields app={app} {...field('code')} />}
    </FormDialog>
  )
}

export function AddPasskeyDialog({ onCodes, onClose }: DialogProps) {
  return (
    <FormDialog
      title="Add a passkey"
      submitLabel="Add"
      initial={{ currentPassword: '', name: '' }}
      isProven
      save={async ({ currentPassword, name }) => {
        const { challenge, options } = await proven((secondStep) =>
          beginPasskey({ currentPassword, secondStep }),
        )
        return confirmPasskey({ challenge, name, passkey: await createPasskey(options) })
      }}
      onSaved={(shown) => finished('Passkey added', shown, onCodes)}
      failureText="Failed to add the passkey"
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            label="Name of this passkey"
            hint="For example the device it is on."
            maxLength={60}
            required
            {...field('name')}
          />
          <CurrentPassword {...field('currentPassword')} />
        </>
      )}
    </FormDialog>
  )
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      title="Your recovery codes"
      onClose={onClose}
      footer={<Button onClick={onClose}>I have saved the codes</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
