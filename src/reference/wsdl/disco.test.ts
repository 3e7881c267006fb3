import { expect, test } from 'vitest';
import { contract } from '../client.fixture.ts';
import { discovery } from '../documentation.ts';

// What the server of fixtures/asmx answers to ?disco.
test('the discovery document is the one of ASP.NET', () => {
  expect(discovery(contract(), 'http://127.0.0.1:18430/getData.asmx')).toBe(`<?xml version="1.0" encoding="utf-8"?>
<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.xmlsoap.org/disco/">
  <contractRef ref="http://127.0.0.1:18430/getData.asmx?wsdl" docRef="http://127.0.0.1:18430/getData.asmx" xmlns="http://schemas.xmlsoap.org/disco/scl/" />
  <soap address="http://127.0.0.1:18430/getData.asmx" xmlns:q1="http://dealer.example/webservices/" binding="q1:GetDataSoap" xmlns="http://schemas.xmlsoap.org/disco/soap/" />
  <soap address="http://127.0.0.1:18430/getData.asmx" xmlns:q2="http://dealer.example/webservices/" binding="q2:GetDataSoap12" xmlns="http://schemas.xmlsoap.org/disco/soap/" />
</discovery>`);
});
