import { defineArea } from '@mms/sdk/define-area'
import * as words from './words/area.ts'
import * as sharedWords from './words/shared.ts'

export const area = defineArea({
  name: 'analytics',
  title: words.analytics,
  owner: 'team-analytics',
  requires: { sdk: '^1.4', ui: '^1.5' },
  nav: [
    { label: words.climateAnalytics, to: '/climate-analytics', order: 40 },
    { label: words.reports, to: '/reports', order: 50, role: 'admin' },
    { label: sharedWords.storeSettings, to: '/store-settings', order: 900, role: 'admin', menu: 'user' },
  ],
  routes: [
    {
      path: '/climate-analytics',
      load: async () => (await import('./climate/climate-page.tsx')).ClimatePage,
    },
    { path: '/reports', load: async () => (await import('./reports/reports-page.tsx')).ReportsPage },
    {
      path: '/medicine-demand/:id',
      load: async () => (await import('./medicine-demand/demand-page.tsx')).DemandPage,
    },
    {
      path: '/store-settings',
      load: async () => (await import('./store-settings/settings-page.tsx')).SettingsPage,
    },
  ],
  widgets: {
    dashboard: async () => (await import('./dashboard/dashboard-panel.tsx')).DashboardPanel,
  },
})
