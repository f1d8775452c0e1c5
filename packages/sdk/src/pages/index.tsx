/*
 * Links to pages of other areas.
 */
import { generatePath, Link, type LinkProps, useHasPage } from '@mms/sdk'

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
