import type {
  ClimateDemand,
  ClimatePrediction,
  MedicineDemand,
  Report,
  ShownStoreSettings,
  StockMovement,
} from '@mms/contracts'
import type { StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

let made = 0
const nextId = () => {
  made += 1
  return `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`
}

const fresh = { asOf: '2026-11-20T06:30:00.000Z', behindSeconds: 0 }
export const freshData = { inventory: fresh, sales: fresh }

export function buildPrediction(parts: Partial<ClimatePrediction> = {}): ClimatePrediction {
  const _id = nextId()
  return {
    _id,
    medicine: `Medicine ${made}`,
    category: 'Antibiotics',
    isHighRiskCategory: false,
    predictedDemandMultiplier: 1,
    currentStock: 100,
    minStockLevel: 10,
    needsRestock: false,
    reasonsForPrediction: ['Winter raises its demand 1.0 times (set on the medicine).'],
    expectedDemand: null,
    ...parts,
  }
}

export function buildDemand(parts: Partial<ClimateDemand> = {}): ClimateDemand {
  return {
    currentSeason: 'winter',
    currentClimate: 'cold',
    highRiskCategories: ['Antivirals', 'Antihistamines'],
    predictions: [],
    medicineCount: parts.predictions?.length ?? 0,
    recommendedCount: parts.predictions?.length ?? 0,
    city: 'Delhi',
    date: '2026-12-20',
    seasonSource: 'calendar',
    climateSource: 'normals',
    dataAge: freshData,
    ...parts,
  }
}

export function buildMovement(parts: Partial<StockMovement> = {}): StockMovement {
  const _id = nextId()
  return {
    _id,
    medicine: `Medicine ${made}`,
    category: 'Vitamins',
    initialStock: 10,
    added: 5,
    removed: 3,
    currentStock: 12,
    turnoverRate: 0.27,
    unitPrice: 2.5,
    expiryDate: null,
    ...parts,
  }
}

const nothing = { value: 0, previous: 0, changePercent: null }

export function buildReport(parts: Partial<Report> = {}): Report {
  return {
    period: { name: 'last-month', startDate: '2026-10-21', endDate: '2026-11-20', days: 31 },
    previousPeriod: { startDate: '2026-09-20', endDate: '2026-10-20' },
    store: { city: 'Mumbai', timeZone: 'Asia/Kolkata', currency: 'INR' },
    generatedAt: '2026-11-20T06:30:00.000Z',
    dataAge: freshData,
    recordedSince: '2025-11-20',
    categories: [{ category: 'Vitamins', medicines: 2, units: 24, value: 240 }],
    stockHistory: [{ month: '2026-11', added: 5, removed: 3 }],
    alertsOverTime: null,
    forecastsMadeOn: null,
    demandComparison: [{ category: 'Vitamins', thisMonthSoFar: 8, thisMonth: 12, nextMonth: 15 }],
    summary: {
      inventoryValue: { value: 123456.5, previous: 100000, changePercent: 23.4565 },
      sales: nothing,
      refunds: nothing,
      purchases: nothing,
      inventoryCost: { value: 0, costed: 0, medicines: 0 },
      averageStock: nothing,
      expiredValue: 0,
      expiringValue: 0,
    },
    recommendations: [],
    movements: [buildMovement()],
    ...parts,
  }
}

export const restock = {
  kind: 'restock' as const,
  title: 'Restock soon',
  text: '2 medicines are short.',
  reasons: ['Below the minimum.'],
  count: 0,
  medicines: [],
}

/** Returns the files that the page saves from now on. */
export function saveFiles(): Blob[] {
  const files: Blob[] = []
  const { createObjectURL, revokeObjectURL } = URL
  const save = (file: Blob) => files.push(file) && 'blob:file'
  Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => {} })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL })
    click.mockRestore()
  })
  return files
}

/** What the report's page asks besides, of a shop without stock. */
export const noBatches = { 'GET /api/medicines/batches/expiring': [] }

/** Those for the report itself. */
export const reportCalls = (calls: readonly StubbedCall[]) =>
  calls.filter(({ path }) => path === '/api/reports')

export function buildSettings(parts: Partial<ShownStoreSettings> = {}): ShownStoreSettings {
  return {
    city: 'Mumbai',
    seasonScheme: 'standard',
    seasonOverride: null,
    climateOverride: null,
    leadTimeDays: 7,
    reviewPeriodDays: 7,
    serviceLevel: 0.95,
    version: 3,
    timeZone: 'Asia/Kolkata',
    climateSource: 'normals',
    cities: [
      { city: 'Delhi', state: 'Delhi', latitude: 28.6, longitude: 77.2 },
      { city: 'Mumbai', state: 'Maharashtra', latitude: 19, longitude: 72.8 },
    ],
    changes: [],
    ...parts,
  }
}

export function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }))
}

export function choose(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
}

/** A medicine of which nothing was sold yet. */
export function buildMedicineDemand(parts: Partial<MedicineDemand> = {}): MedicineDemand {
  const prediction = buildPrediction({ medicine: 'Dolo 650' })
  return {
    ...{ _id: prediction._id, medicine: 'Dolo 650', category: 'Antipyretics', currentStock: 100 },
    ...{ minStockLevel: 10, unitPrice: 20, date: '2026-11-21', recordedSince: null, prediction },
    ...{ currentSeason: 'fall', currentClimate: 'dry', dataAge: freshData, monthsOfStock: null },
    history: { weeks: [], months: [] },
    ...{ forecastState: 'no-history', forecast: null, consumption: { perMonth: null, months: [] } },
    expiry: {
      ...{ unitsAtRisk: null, valueAtRisk: null },
      lots: [{ expiryDate: '2027-01-31', units: 100, demandUntil: null, unitsAtRisk: null }],
    },
    order: {
      ...{ leadTimeDays: 7, reviewPeriodDays: 7, serviceLevel: 0.95, demand: null, safety: null },
      ...{
        multiplier: 1,
        minimumUpTo: 11,
        orderUpTo: 11,
        onHand: 100,
        onOrder: 0,
        expiring: 0,
        suggested: 0,
      },
    },
    ...parts,
  }
}
