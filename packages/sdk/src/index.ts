/**
 * What areas may use of the page: session, API calls, queries, navigation, toasts, events.
 * The one door to the router and the query library.
 */

export {
  keepPreviousData,
  QueryClientProvider,
  useInfiniteQuery,
  useIsFetching,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
export {
  createSearchParams,
  generatePath,
  Link,
  type LinkProps,
  Navigate,
  NavLink,
  type NavLinkProps,
  Outlet,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { configureHttp, type HttpOptions, http } from './api/http.ts'
export { type Connection, checkConnection, useConnection } from './connection.ts'
export { type AreaDefinition, type AreaRoute, defineArea, type LoadComponent } from './define-area.ts'
export { type EventName, events, type SuiteEvents, useSuiteEvent } from './events.ts'
export { ApiError, type ApiErrorKind, errorText, serverMessage } from './http/api-error.ts'
export { failureTitle, reasonText } from './http/reason.ts'
export type { Answer } from './http/request.ts'
export { type FilterAsk, type FilterDraft, useFilterDraft } from './lists/filter-draft.ts'
export { type FilterForm, useFilterForm } from './lists/filter-form.ts'
export { aDate, anId, anyText, type FilterRules, type FiltersOf, oneOf } from './lists/filter-rules.ts'
export { type ListAddress, useListAddress, useWayBack } from './lists/list-address.ts'
export { useLocalPlace } from './lists/list-place.ts'
export { type PagedList, type PagedRows, usePagedList, usePagedRows } from './lists/paged-list.ts'
export { type NoticeAction, notify } from './notify.ts'
export type { Withdrawn } from './outbox/decide.ts'
export type { OutboxEntry, OutboxItem, OutboxState } from './outbox/entry.ts'
export {
  newKey,
  outbox,
  type Submitted,
  useOthersWaiting,
  useOutbox,
  type WaitingForAnother,
} from './outbox/outbox.ts'
export { PRODUCT, usePageTitle } from './page-title.ts'
export { useHasPage } from './pages/known-pages.ts'
export { areaKeys } from './query-keys.ts'
export { useRefetchOn } from './refetch/use-refetch-on.ts'
export { type SessionState, type SessionUser, useSession } from './session/session.ts'
export { storeDateOf, storeToday, useStoreToday } from './store-time.ts'
