/*
 * Links to pages of other areas.
 */
import { medicinePages } from '@mms/contracts'
import { generatePath, Link, type LinkProps, NavLink, useHasPage, useLocation } from '@mms/sdk'

export { useHasPage }

interface PageLinkProps extends Omit<LinkProps, 'to'> {
  /** The pattern of the page. */
  page: string
  params: Record<string, string>
}

/**
 * A link to a page that may be another area's; its content alone where no area has the page, so that no link leads nowhere.
 *
 * @example <PageLink page="/medicine-demand/:id" params={{ id }}>{name}</PageLink>
 */
export function PageLink({ page, params, children, ...rest }: PageLinkProps) {
  if (!useHasPage(page)) return children
  return (
    <Link to={generatePath(page, params)} {...rest}>
      {children}
    </Link>
  )
}

/**
 * Links to all that is known of a medicine, each a page of the area that knows it; where an area is away its name says so.
 *
 * @example <PageTabs label="Medicine"><MedicineLinks id={id} /></PageTabs>
 */
export function MedicineLinks({ id }: { id: string }) {
  return medicinePages.map(({ label, page }) => <MedicineLink key={page} id={id} label={label} page={page} />)
}

function MedicineLink({ id, label, page }: { id: string; label: string; page: string }) {
  const { state } = useLocation()
  if (!useHasPage(page)) return <span>{label} (not available)</span>
  // The list that the medicine was opened from stays the way back.
  return (
    <NavLink to={generatePath(page, { id })} state={state} end replace>
      {label}
    </NavLink>
  )
}
