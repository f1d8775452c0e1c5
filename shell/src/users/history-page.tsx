import type { AuditEntry, AuditValue } from '@mms/contracts'
import { AuditPage, type AuditWords } from '@mms/sdk/audit'
import { roleLabels } from './user-fields.tsx'

/** Actions that this release does not know show their identifier. */
const actionNames: Record<string, string> = {
  'sign-in.succeeded': 'Signed in',
  'sign-in.confirmed': 'Confirmed with the password',
  'sign-in.ended': 'Signed out',
  'sign-in.ended-everywhere': 'Signed out everywhere',
  'sign-in.refused': 'Sign-in refused',
  'sign-in.more-refused': 'More sign-ins refused',
  'user.added': 'User added',
  'user.changed': 'User changed',
  'password.changed': 'Own password changed',
  'password.set': 'Password set',
  'password.refused': 'Confirmation refused',
  'approval.given': 'Approved',
  'approval.refused': 'Approval refused',
  'second-step.added': 'Second step added',
  'second-step.removed': 'Second step removed',
  'second-step.codes-renewed': 'Recovery codes replaced',
  'second-step.refused': 'Second step refused',
  'pin.set': 'PIN set',
  'pin.removed': 'PIN removed',
  'pin.paused': 'PIN blocked',
  'pin.used': 'Person changed by PIN',
  'pin.refused': 'PIN refused',
  'settings.changed': 'Settings changed',
}

const actionGroups: Record<string, string> = {
  'sign-in': 'Sign-ins',
  'sign-in.refused': 'Refused sign-ins',
  user: 'Users',
  password: 'Passwords',
  'second-step': 'Second steps',
  pin: 'PINs',
  approval: 'Approvals',
  settings: 'Settings',
}

const fieldNames: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  disabled: 'Disabled',
  reason: 'Reason',
  count: 'Number',
  minutes: 'Minutes',
  factor: 'Which',
  purpose: 'For',
  subject: 'What',
  administratorsNeedSecondStep: 'Administrators need a second step',
  pinsAllowed: 'People change by PIN',
}

const valueNames: Record<string, string> = {
  ...roleLabels,
  app: 'authenticator app',
  'auth.invalid_credentials': 'wrong email or password',
  'auth.too_many_attempts': 'too many attempts',
  'auth.wrong_code': 'wrong code',
  'auth.disabled': 'right password, but the account is disabled',
  'single-sign-on.disabled': 'right account at the provider, but it is disabled here',
  'single-sign-on.email_taken': 'a user with a password has this email',
  'single-sign-on.no_role': 'the provider gives no role',
  'auth.wrong_pin': 'wrong PIN',
  'auth.no_pin': 'no PIN on that device',
  'auth.pin_paused': 'PIN blocked',
}

const FREE = ['name', 'email']

function valueText(field: string, value: AuditValue | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  return (FREE.includes(field) ? undefined : valueNames[text]) ?? text
}

/** Example: `Role staff → admin`. */
function detailsOf({ before, after }: AuditEntry): string[] {
  return Object.keys(after ?? before ?? {}).map((field) => {
    const [was, is] = [valueText(field, before?.[field]), valueText(field, after?.[field])]
    const name = fieldNames[field] ?? field
    if (!before) return `${name}: ${is}`
    return after ? `${name} ${was} → ${is}` : `${name}: ${was}`
  })
}

const words: AuditWords = {
  actions: actionGroups,
  subjects: { 'sign-in': 'Signing in' },
  titleOf: ({ action }) => actionNames[action] ?? action,
  detailsOf,
}

export const HistoryPage = () => (
  <AuditPage
    title="Sign-ins and changes"
    text="Sign-ins, refused sign-ins and changes to users."
    path="/api/users/history"
    words={words}
  />
)
