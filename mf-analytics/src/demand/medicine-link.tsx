import { Link } from '@mms/sdk'
import { TextLink } from '@mms/ui'

export function MedicineLink({ id, name }: { id: string; name: string }) {
  return (
    <TextLink asChild fontWeight="semibold" overflowWrap="anywhere">
      <Link to={`/medicines/${id}`}>{name}</Link>
    </TextLink>
  )
}
