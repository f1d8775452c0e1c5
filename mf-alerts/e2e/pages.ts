import type { AreaPages } from '@mms/sdk/test-support'

export const areaPages: AreaPages = {
  pages: [
    { path: '/alerts', heading: 'Alerts', mayAdd: 40 },
    { path: '/alerts?status=resolved&type=expiry', heading: 'Alerts' },
  ],
  pagesOf: async ({ medicine: { _id, name } }) => [{ path: `/medicine-alerts/${_id}`, heading: name }],
}
