import { defineArea } from '@mms/sdk/define-area'
import * as sharedWords from './words/shared.ts'

export const area = defineArea({
  name: 'inventory',
  title: sharedWords.medicines,
  owner: 'team-inventory',
  requires: { sdk: '^1.4', ui: '^1.5' },
  nav: [{ label: sharedWords.medicines, to: '/medicines', order: 10 }],
  palette: {
    actions: [{ label: sharedWords.addAMedicine, to: '/medicines/add', role: 'admin' }],
    finds: [
      {
        kind: sharedWords.medicine,
        ask: '/api/medicines?limit=8&search=',
        label: ['name'],
        to: '/medicines/:_id',
      },
      {
        kind: sharedWords.batch,
        ask: '/api/medicines/batches?number=',
        label: ['number', 'medicineName'],
        to: '/medicines/recalls?number=:number',
      },
    ],
  },
  routes: [
    {
      path: '/medicines',
      asks: ['/api/medicines?limit=50', '/api/medicines/categories'],
      load: async () => (await import('./medicines/medicines-page.tsx')).MedicinesPage,
    },
    {
      path: '/medicines/add',
      load: async () => (await import('./medicine-forms/fields.tsx')).AddMedicinePage,
    },
    {
      path: '/medicines/import',
      load: async () => (await import('./imports/import-page.tsx')).ImportPage,
    },
    {
      path: '/medicines/history',
      load: async () => (await import('./history/changes-page.tsx')).ChangesPage,
    },
    {
      path: '/medicines/expiry',
      load: async () => (await import('./expiry-queue/expiry-queue-page.tsx')).ExpiryQueuePage,
    },
    {
      path: '/medicines/recalls',
      load: async () => (await import('./recalls/recall-page.tsx')).RecallPage,
    },
    {
      path: '/medicines/:id',
      load: async () => (await import('./medicine/medicine-page.tsx')).MedicinePage,
    },
    {
      path: '/medicines/edit/:id',
      load: async () => (await import('./medicine-forms/fields.tsx')).EditMedicinePage,
    },
  ],
  widgets: {
    dashboard: async () => (await import('./dashboard/dashboard-panel.tsx')).DashboardPanel,
  },
})
