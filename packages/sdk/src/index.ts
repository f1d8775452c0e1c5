/** Services of the page for areas. Areas import the router and the query library from here only. */

export {
  keepPreviousData,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
export {
  generatePath,
  Link,
  type LinkProps,
  Navigate,
  NavLink,
  Outlet,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { http } from './api/http.ts'
export { storeDateOf, storeToday, useStoreToday } from './clock/store-time.ts'
export { DateField, enterValue } from './fields/date-field.tsx'
export type { AreaDefinition, LoadComponent } from './host/define-area.ts'
export { ApiError, errorText, failureTitle, reasonText, serverMessage } from './http/api-error.ts'
export { useConnection } from './http/connection.ts'
export {
  aDate,
  anId,
  anyText,
  type FiltersOf,
  type ListAddress,
  oneOf,
  useFilterForm,
  useListAddress,
  useLocalPlace,
  useWayBack,
} from './lists/list-address.ts'
export { type PagedList, usePagedList, usePagedRows } from './lists/paged-list.ts'
export { type NoticeAction, notify } from './notices/notify.ts'
export type { Withdrawn } from './outbox/decide.ts'
export type { OutboxEntry, OutboxItem, OutboxState } from './outbox/entry.ts'
export { newKey, outbox, type Submitted, useOthersWaiting, useOutbox } from './outbox/outbox.ts'
export { PRODUCT, useHasPage, usePageTitle } from './pages/deployed-pages.ts'
export { areaKeys } from './queries/query-client.ts'
export { events } from './refetch/events.ts'
export { useRefetchOn } from './refetch/use-refetch-on.ts'
export { withProof } from './session/proof.ts'
export { useSession } from './session/session.ts'
