/** Each credential of the document: its parameter, its variable, its key in the config file. */
export const credentialSources = [
  { parameter: 'DealerID', variable: 'GETDATA_DEALER_ID', key: 'dealerId' },
  { parameter: 'APIKEY', variable: 'GETDATA_API_KEY', key: 'apiKey' },
  { parameter: 'Password', variable: 'GETDATA_PASSWORD', key: 'password' },
] as const;
