import {
  generatePath,
  Link,
  type LinkProps,
  NavLink,
  useHasPage,
  useLocation,
  usePageTitle,
  useSession,
} from '@mms/sdk'
import { Alert, PageHeader } from '@mms/ui'
import type { ReactNode } from 'react'

export { useHasPage }

interface PageLinkProps extends Omit<LinkProps, 'to'> {
  page: string
  params: Record<string, string>
}

/** Link to a page of another area. Renders only its content if that area is not deployed. */
export function PageLink({ page, params, children, ...rest }: PageLinkProps) {
  if (!useHasPage(page)) return children
  return (
    <Link to={generatePath(page, params)} {...rest}>
      {children}
    </Link>
  )
}

/** Links to the pages that areas have for one record. */
export function RecordLinks({
  id,
  pages,
}: {
  id: string
  pages: readonly { label: string; page: string }[]
}) {
  return pages.map(({ label, page }) => <RecordLink key={page} id={id} label={label} page={page} />)
}

function RecordLink({ id, label, page }: { id: string; label: string; page: string }) {
  const { state } = useLocation()
  if (!useHasPage(page)) return <span>{label} (not available)</span>
  // `replace` and `state` keep the list that the record was opened from as the target of Back.
  return (
    <NavLink to={generatePath(page, { id })} state={state} end replace>
      {label}
    </NavLink>
  )
}

interface AdministratorsPageProps {
  title: string
  refusal: string
  children: ReactNode
}

/** Shows `children` to administrators and `refusal` to others. */
export function AdministratorsPage({ title, refusal, children }: AdministratorsPageProps) {
  usePageTitle(title)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (isAdmin) return children
  return (
    <>
      <PageHeader title={title} />
      <Alert status="warning" title={refusal} />
    </>
  )
}
