import type { AreaPages } from '@mms/sdk/test-support'

export const areaPages: AreaPages = {
  pages: [
    { path: '/climate-analytics', heading: 'Climate & Seasonal Analytics' },
    { path: '/reports', heading: 'Reports & Analytics' },
    { path: '/store-settings', heading: 'Store settings' },
  ],
  pagesOf: async ({ medicine: { _id, name } }) => [{ path: `/medicine-demand/${_id}`, heading: name }],
}
