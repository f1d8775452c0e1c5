import { Box } from '@mms/ui'
import type { Edit, FieldValue } from './edits.ts'
import { fieldLabels } from './form-values.ts'

/** Edits in words, below a title; nothing when there are none. */
export function Changes({ title, edits }: { title: string; edits: Edit[] }) {
  if (edits.length === 0) return null
  return (
    <Box mt="2">
      {title}
      <Box as="ul" ps="5" listStyleType="disc">
        {edits.map(({ field, from, to }) => (
          <li key={field}>
            {fieldLabels[field]}: {valueText(from)} → <strong>{valueText(to)}</strong>
          </li>
        ))}
      </Box>
    </Box>
  )
}

function valueText(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? '(empty)' : value
}
