import type { AuditEntry, AuditValue, User } from '@mms/contracts'
import { formatInstant } from '@mms/ui'

/** What each action is called; of one that a later release added, its own name. */
export const actionNames: Record<string, string> = {
  'sign-in.succeeded': 'Signed in',
  'sign-in.ended': 'Signed out',
  'sign-in.ended-everywhere': 'Signed out everywhere',
  'sign-in.refused': 'Sign-in refused',
  'sign-in.more-refused': 'More sign-ins refused',
  'user.added': 'User added',
  'user.changed': 'User changed',
  'password.changed': 'Own password changed',
  'password.set': 'Password set',
  'password.refused': 'Current password wrong',
  'approval.given': 'Approved',
  'approval.refused': 'Approval refused',
  'second-step.added': 'Second step added',
  'second-step.removed': 'Second step removed',
  'second-step.codes-renewed': 'Recovery codes replaced',
  'second-step.refused': 'Second step refused',
  'pin.set': 'PIN set',
  'pin.removed': 'PIN removed',
  'pin.used': 'Person changed by PIN',
  'pin.refused': 'PIN refused',
  'settings.changed': 'Settings changed',
}

/** The first words of actions, by which the list can be filtered. */
export const actionGroups: Record<string, string> = {
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
  factor: 'Which',
  purpose: 'For',
  subject: 'What',
  administratorsNeedSecondStep: 'Administrators need a second step',
  pinsAllowed: 'People change by PIN',
}

const reasons: Record<string, string> = {
  'auth.invalid_credentials': 'wrong email or password',
  'auth.too_many_attempts': 'too many attempts',
  'auth.wrong_code': 'wrong code',
  'auth.disabled': 'right password, but the account is disabled',
  'auth.wrong_pin': 'wrong PIN',
  'auth.no_pin': 'no PIN on that device',
}

function valueText(value: AuditValue | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return reasons[String(value)] ?? String(value)
}

export const titleOf = ({ action }: AuditEntry): string => actionNames[action] ?? action

/** Whom or what it is about: a user by name, otherwise as it was written. */
export const subjectOf = ({ subject }: AuditEntry, users: readonly User[]): string =>
  users.find(({ _id }) => _id === subject)?.name ?? subject

export const actorOf = ({ actorId, actorName }: AuditEntry, users: readonly User[], none = '-'): string =>
  actorName ?? users.find(({ _id }) => _id === actorId)?.name ?? none

/** Each field as it was and as it is: `Role staff → admin`. */
export function detailsOf({ before, after }: AuditEntry): string[] {
  return Object.keys(after ?? before ?? {}).map((field) => {
    const [was, is] = [valueText(before?.[field]), valueText(after?.[field])]
    const name = fieldNames[field] ?? field
    if (!before) return `${name}: ${is}`
    return after ? `${name} ${was} → ${is}` : `${name}: ${was}`
  })
}

export const csvHeaders = ['Date', 'What', 'Who', 'About', 'Details', 'Address', 'Request']

export const csvRow = (entry: AuditEntry, users: readonly User[]) => [
  formatInstant(entry.at),
  titleOf(entry),
  actorOf(entry, users, ''),
  subjectOf(entry, users),
  detailsOf(entry).join('; '),
  entry.address,
  entry.requestId,
]
