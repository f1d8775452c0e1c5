import { defineArea } from '@mms/sdk/define-area'
import * as sharedWords from './words/shared.ts'

export const area = defineArea({
  name: 'alerts',
  title: sharedWords.alerts,
  owner: 'team-alerts',
  requires: { sdk: '^1.4', ui: '^1.5' },
  nav: [{ label: sharedWords.alerts, to: '/alerts', order: 20 }],
  routes: [
    { path: '/alerts', load: async () => (await import('./alerts/alerts-page.tsx')).AlertsPage },
    {
      path: '/medicine-alerts/:id',
      load: async () => (await import('./medicine-alerts/medicine-alerts-page.tsx')).MedicineAlertsPage,
    },
  ],
  widgets: {
    dashboard: async () => (await import('./dashboard/recent-alerts-panel.tsx')).RecentAlertsPanel,
    'navbar-badge': async () => (await import('./badge/open-alerts-badge.tsx')).OpenAlertsBadge,
  },
})
