import { defineArea } from '@mms/sdk/define-area'

export const area = defineArea({
  name: 'alerts',
  title: 'Alerts',
  owner: 'team-alerts',
  requires: { sdk: '^1.2', ui: '^1.2' },
  nav: [{ label: 'Alerts', to: '/alerts', order: 20 }],
  routes: [{ path: '/alerts', load: async () => (await import('./alerts/alerts-page.tsx')).AlertsPage }],
  widgets: {
    dashboard: async () => (await import('./dashboard/recent-alerts-panel.tsx')).RecentAlertsPanel,
    'navbar-badge': async () => (await import('./badge/open-alerts-badge.tsx')).OpenAlertsBadge,
  },
})
