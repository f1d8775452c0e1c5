/*
 * Links to pages of other areas. Built into each area, so that it runs in a shell of before, too.
 */
import { generatePath, Link, type LinkProps, useHasPage as useHasPageHere } from '@mms/sdk'

const hasNone = () => false

/**
 * Whether an area of this deployment has the page of a pattern, as that area's `defineArea` names it: only then another
 * area links to it. A shell of before does not tell, and has none. `useHasPage('/medicine-demand/:id')`
 */
export const useHasPage: (pattern: string) => boolean = useHasPageHere ?? hasNone

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
