import { Link } from '@mms/sdk'
import { TextLink } from '@mms/ui'

/** A medicine's name, which opens its demand. */
export function DemandLink({ id, name }: { id: string; name: string }) {
  return (
    <TextLink asChild fontWeight="semibold" overflowWrap="anywhere">
      <Link to={`/medicine-demand/${id}`}>{name}</Link>
    </TextLink>
  )
}
