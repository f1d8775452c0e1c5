import { MIN_PASSWORD_LENGTH, type Role } from '@mms/contracts'
import { PasswordField, SelectField, TextField } from '@mms/ui'

export const roleLabels: Record<Role, string> = { staff: 'Staff', admin: 'Administrator' }

interface FieldProps {
  initial?: string
  error?: string | undefined
}

export function NameField({ initial, error }: FieldProps) {
  return (
    <TextField
      label="Name"
      name="name"
      autoComplete="off"
      maxLength={120}
      required
      defaultValue={initial}
      error={error}
    />
  )
}

export function RoleField({ initial = 'staff', error }: FieldProps) {
  return (
    <SelectField label="Role" name="role" defaultValue={initial} error={error}>
      {Object.entries(roleLabels).map(([role, label]) => (
        <option key={role} value={role}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** A password that somebody sets for somebody else, who should see what they type. */
export function NewPasswordField({ error }: FieldProps) {
  return (
    <PasswordField
      label="Password"
      name="password"
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={200}
      required
      hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      error={error}
    />
  )
}
