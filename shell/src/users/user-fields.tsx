import { MIN_PASSWORD_LENGTH, type Role } from '@mms/contracts'
import { PasswordField, SelectField, TextField } from '@mms/ui'
import type { ComponentProps } from 'react'

export const roleLabels: Record<Role, string> = { staff: 'Staff', admin: 'Administrator' }

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>
type ChoiceProps = Omit<ComponentProps<typeof SelectField>, 'label'>

export function NameField(field: FieldProps) {
  return <TextField label="Name" autoComplete="off" maxLength={120} required {...field} />
}

export function EmailField(field: FieldProps) {
  return <TextField label="Email" type="email" autoComplete="off" maxLength={254} required {...field} />
}

export function RoleField(field: ChoiceProps) {
  return (
    <SelectField label="Role" {...field}>
      {Object.entries(roleLabels).map(([role, label]) => (
        <option key={role} value={role}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

export function NewPasswordField(field: FieldProps) {
  return (
    <PasswordField
      label="Password"
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={200}
      required
      hint={`At least ${MIN_PASSWORD_LENGTH} characters. They choose their own password at the first sign-in.`}
      {...field}
    />
  )
}
