<?php
// Calls every operation through PHP's SoapClient in both SOAP versions: php php-client.php BASE_URL NAMESPACE < calls.json
// calls.json: {"Get_Video_Links": {"DealerID": "D1001", ...}, ...}. Prints {"soap11": {op: record or records}, ...} as JSON.
$calls = json_decode(stream_get_contents(STDIN), true);
$answers = [];
foreach (['soap11' => SOAP_1_1, 'soap12' => SOAP_1_2] as $name => $version) {
    $options = ['soap_version' => $version, 'cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS];
    $client = new SoapClient("$argv[1]/getData.asmx?wsdl", $options);
    $header = new SoapHeader($argv[2], 'VehicleTypeHeader', [
        'Filtervehicles' => true,
        'VehicleTypeToFilter' => 'Car',
        'OnlyMake' => ['string' => ['Honda']],
        'NoModel' => ['string' => ['Accord']],
        'NoMissings' => true,
        'VcdbOnly' => true,
    ]);
    foreach ($calls as $operation => $parameters) {
        $headers = str_ends_with($operation, '_VehicleType') ? [$header] : [];
        $reply = $client->__soapCall($operation, [$parameters], null, $headers);
        $answers[$name][$operation] = $reply->{"{$operation}Result"};
    }
}
echo json_encode($answers);
