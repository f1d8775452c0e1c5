/** For tests of pages: the network's edge stubbed, everything else real. */

export { connectNotify } from '../notices/notify.ts'
export { notePages } from '../pages/deployed-pages.ts'
export { connectProof } from '../session/proof.ts'
export type { AreaPages, VisitedPage } from './area-pages.ts'
export { quickly, typeNow } from './quick-person.ts'
export { renderPage, signInAs, signOut } from './render-page.tsx'
export { showPage } from './show-page.tsx'
export { problem, type StubbedCall, stubApi } from './stub-api.ts'
