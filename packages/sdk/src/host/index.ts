export {
  createBrowserRouter,
  createMemoryRouter,
  matchRoutes,
  Route,
  RouterProvider,
  Routes,
  useNavigationType,
} from 'react-router-dom'
export { create as createStore } from 'zustand'
/** The shell compares it with `requires.sdk` of each area. */
export { version as sdkVersion } from '../../package.json'
export { askAhead } from '../api/http.ts'
export { followStoreTimeZone, noteStoreTimeZone, useMinutesAhead } from '../clock/store-time.ts'
export { request } from '../http/request.ts'
export { connectNotify } from '../notices/notify.ts'
export { keepSending } from '../outbox/keep-sending.ts'
export { notePages } from '../pages/deployed-pages.ts'
export { createQueryClient, forgetOnChangeOfUser, recoverWithConnection } from '../queries/query-client.ts'
export { keepSessionAlive } from '../session/keep-alive.ts'
export { finishLogouts, login, logout, takeUpSession } from '../session/logout.ts'
export { asksForProof, connectProof } from '../session/proof.ts'
export { hasToChangePassword, session } from '../session/session.ts'
export { findMismatch, type Mismatch } from './compatibility.ts'
