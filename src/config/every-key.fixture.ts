/** A config with every key that it may have. */
export const everyKey = {
  target: 'http://127.0.0.1:1',
  namespace: 'http://dealer.example/webservices/',
  credentials: { dealerId: 'D', apiKey: 'K', password: 'P' },
  values: { Make: ['Ford'], Year: ['2020'] },
  valuesByOperation: { Get_Inventory: { ItemNo: ['SC-1001'] } },
  samples: [{ operation: 'Get_Inventory', values: { Application_ID: 'A', ItemNo: 'I' } }],
  unused: [{ operation: 'Get_Video_Links', field: 'Video.Submodels', reason: 'no such data' }],
  includeWrites: false,
  limits: { concurrency: 4, rate: 10, timeoutMs: 1000, maxBodyBytes: 1000, maxTimeSeconds: 60, runs: 1 },
  profile: 'quick',
  seed: 1,
  operations: ['Get_Inventory'],
  bindings: ['soap11'],
  rules: ['http.status'],
  headers: { 'X-A': 'b' },
  reporters: ['junit'],
};
