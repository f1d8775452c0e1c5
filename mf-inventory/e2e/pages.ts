import type { AreaPages } from '@mms/sdk/test-support'

export const areaPages: AreaPages = {
  pages: [
    { path: '/medicines', heading: 'Medicines', mayAdd: 60 },
    { path: '/medicines?search=none+such', heading: 'Medicines' },
    { path: '/medicines/expiry', heading: 'Expiry queue' },
    { path: '/medicines/recalls', heading: 'Recalls' },
    { path: '/medicines/import', heading: 'Import medicines' },
    { path: '/medicines/add', heading: 'Add Medicine' },
    { path: '/medicines/history', heading: 'Medicine changes' },
  ],
  pagesOf: async ({ medicine: { _id, name } }) => [
    { path: `/medicines/${_id}`, heading: name },
    { path: `/medicines/edit/${_id}`, heading: 'Edit Medicine' },
  ],
}
