import type { AreaPages } from '@mms/sdk/test-support'

export const areaPages: AreaPages = {
  pages: [
    { path: '/sales', heading: 'Sales & Inventory Management', mayAdd: 80 },
    { path: '/sales?type=return', heading: 'Sales & Inventory Management' },
    { path: '/sales/history', heading: 'Undone and discarded' },
    { path: '/bills/new', heading: 'New bill', mayAdd: 80 },
    { path: '/bills', heading: 'Bills' },
    { path: '/bills/day', heading: 'Day' },
    { path: '/bills/credits', heading: 'Open credit' },
    { path: '/bills/report', heading: 'Report' },
    { path: '/bills/store', heading: 'Store' },
    { path: '/bills/counters', heading: 'Counters' },
  ],
  pagesOf: async ({ medicine: { _id, name } }) => [{ path: `/medicine-bills/${_id}`, heading: name }],
}
