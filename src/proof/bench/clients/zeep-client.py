"""Calls every operation through zeep in both SOAP versions: zeep-client.py BASE_URL < calls.json

calls.json: {"Get_Video_Links": {"DealerID": "D1001", ...}, ...}. Prints {"soap11": {op: record}, "soap12": ...} as JSON.
"""

import json
import sys

from lxml import etree
from zeep import Client, Settings
from zeep.helpers import serialize_object


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (str, int, bool)):
        return value
    return str(value)


def call_all(client, port, calls):
    service = client.bind("GetData", port)
    namespace = etree.QName(next(iter(client.wsdl.bindings))).namespace
    header = client.get_element("{%s}VehicleTypeHeader" % namespace)
    block = header(
        Filtervehicles=True,
        VehicleTypeToFilter="Car",
        OnlyMake={"string": ["Honda"]},
        NoModel={"string": ["Accord"]},
        NoMissings=True,
        VcdbOnly=True,
    )
    answers = {}
    for name, parameters in calls.items():
        extra = {"_soapheaders": [block]} if name.endswith("_VehicleType") else {}
        answers[name] = plain(serialize_object(service[name](**parameters, **extra)))
    return answers


def main():
    client = Client(sys.argv[1] + "/getData.asmx?wsdl", settings=Settings(strict=True))
    calls = json.load(sys.stdin)
    ports = {"soap11": "GetDataSoap", "soap12": "GetDataSoap12"}
    print(json.dumps({version: call_all(client, port, calls) for version, port in ports.items()}))


main()
